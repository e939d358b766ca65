/** Transaction filters and allowlists of an account: which decoded instructions it may sign. */
@NullMarked
package dev.mandate.domain.filter;

import org.jspecify.annotations.NullMarked;
