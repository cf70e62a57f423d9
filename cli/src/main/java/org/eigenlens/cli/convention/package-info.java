/** The numbers of a model under the names, divisors and signs of other programs. */
package org.eigenlens.cli.convention;
