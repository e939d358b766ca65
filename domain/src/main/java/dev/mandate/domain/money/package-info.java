/** Exact unsigned amounts in the smallest unit of their token. */
@NullMarked
package dev.mandate.domain.money;

import org.jspecify.annotations.NullMarked;
