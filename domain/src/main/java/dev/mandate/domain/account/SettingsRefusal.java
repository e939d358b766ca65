package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why settings do not change. */
public sealed interface SettingsRefusal {

    /** An admin controls the settings; no vote changes them. */
    record HeldByAdmin(Address admin) implements SettingsRefusal {}

    /** A change by vote must hold at least one action. */
    record NothingToChange() implements SettingsRefusal {}

    /** Only the admin may do this without a vote; without an admin nobody may. */
    record NotTheAdmin(Address by, AdminControl admin) implements SettingsRefusal {}

    /** The admin may not add a present signer. */
    record AlreadyASigner(Address signer) implements SettingsRefusal {}

    /** The address to remove is not a signer. */
    record NoSuchSigner(Address signer) implements SettingsRefusal {}

    /** The admin may not remove the only signer. */
    record LastSigner(Address signer) implements SettingsRefusal {}

    /**
     * The resulting settings could not be governed.
     *
     * @param problems at least one, in the program's order of checks
     */
    record Ungovernable(Array<SettingsProblem> problems) implements SettingsRefusal {
        public Ungovernable {
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("a refusal without a problem");
            }
        }
    }
}
