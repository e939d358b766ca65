/**
 * The settings of an account: signers and their permissions, the threshold, the time lock, the admin, and changes of these.
 * A {@code Roster} and the {@code Settings} around it are governable by construction.
 */
@NullMarked
package dev.mandate.domain.account;

import org.jspecify.annotations.NullMarked;
