/** What commits that build on each other promise on every store. */
@NullMarked
package dev.mandate.adapters.store.chain;

import org.jspecify.annotations.NullMarked;
