package org.eigenlens.hsic;

import org.eigenlens.kernel.Kernel;

/**
 * How much two groups of columns depend.
 *
 * @param rows n
 * @param x the kernel of the first group
 * @param y the kernel of the second
 * @param hsic tr(KHLH)/(n − 1)², which is positive also where nothing depends
 * @param unbiased the estimate whose mean is 0 where nothing depends; NaN below 4 rows
 * @param alignment tr(KHLH)/(‖HKH‖‖HLH‖), from 0 to 1, which the scale of kernels does not change
 * @param missed at most so much larger is {@code hsic} with all pairs; 0 where all were compared
 * @param landmarks how many points stood for all rows on either side at most; 0 where all pairs
 *     were compared
 * @param test how the p-value was found
 * @param pValue how often independent data would reach {@code hsic}; NaN without a test
 * @param pValueError the standard error of the p-value itself; 0 for the gamma approximation, which
 *     draws nothing
 */
public record Dependence(
    long rows,
    Kernel x,
    Kernel y,
    double hsic,
    double unbiased,
    double alignment,
    double missed,
    int landmarks,
    HsicOptions.Test test,
    double pValue,
    double pValueError) {}
