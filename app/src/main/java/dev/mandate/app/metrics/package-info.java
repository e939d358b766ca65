/** The server's series for Prometheus, other than those of HTTP, nodes and the key vault, which count where they happen. */
@NullMarked
package dev.mandate.app.metrics;

import org.jspecify.annotations.NullMarked;
