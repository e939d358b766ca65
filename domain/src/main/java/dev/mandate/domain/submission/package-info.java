/** The way of one transaction to the chain. Its bytes are fixed once, nothing else is sent, and only the chain decides its result. */
@NullMarked
package dev.mandate.domain.submission;

import org.jspecify.annotations.NullMarked;
