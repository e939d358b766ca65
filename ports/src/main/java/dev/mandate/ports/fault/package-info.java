/** Helpers for adapters that read what others wrote: nodes, tokens, services, browsers. Not a port. */
@NullMarked
package dev.mandate.ports.fault;

import org.jspecify.annotations.NullMarked;
