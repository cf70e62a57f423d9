/**
 * The comparison with peers: the same data, results judged before anything is timed.
 *
 * <p>Every engine runs in a process of its own, so that its peak memory can be read and no library
 * changes the threads of another.
 */
package org.eigenlens.bench.compare;
