/** Which accounts each tenant knows on each network. */
@NullMarked
package dev.mandate.engine.accounts;

import org.jspecify.annotations.NullMarked;
