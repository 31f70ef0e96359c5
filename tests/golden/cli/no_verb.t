run: relit
exit: 2
---- err
relit: error: a verb is required; relit --help lists them
