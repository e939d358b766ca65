/** The contract of a host, on a host with bugs. */
@NullMarked
package dev.mandate.engine.host;

import org.jspecify.annotations.NullMarked;
