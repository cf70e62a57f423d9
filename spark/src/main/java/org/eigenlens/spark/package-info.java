/**
 * Estimators for spark.ml: the library's own methods and solvers on rows that are summed up where
 * they are kept, and its models on the columns of a DataFrame.
 */
package org.eigenlens.spark;
