/** What a set of keys could take out of an account, found by a search over the account's rules. */
@NullMarked
package dev.mandate.domain.exposure;

import org.jspecify.annotations.NullMarked;
