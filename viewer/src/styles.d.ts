// Styles that a script imports become part of the stylesheet.
declare module "*.css";
