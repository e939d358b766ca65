/**
 * The engine as a host sees it: {@code CustodyEngine}. Behind it, {@code query} reads the chain, {@code build} has a builder for each
 * request, {@code plan} makes transactions that fit, and {@code submission} takes one to its end.
 */
@NullMarked
package dev.mandate.engine;

import org.jspecify.annotations.NullMarked;
