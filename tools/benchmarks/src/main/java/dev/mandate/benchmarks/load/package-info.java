/** The whole server under load over loopback, beside a bare echo of the same HTTP server with bodies of the same size. */
@NullMarked
package dev.mandate.benchmarks.load;

import org.jspecify.annotations.NullMarked;
