package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;

/** Why settings stay as they are. */
public sealed interface SettingsRefusal {

    /** Settings belong to an admin; no vote changes them. */
    record HeldByAdmin(Address admin) implements SettingsRefusal {}

    /** A change by vote must hold at least one action. */
    record NothingToChange() implements SettingsRefusal {}

    /** Only the admin may do this at once; where there is none, nobody may. */
    record NotTheAdmin(Address by, AdminControl admin) implements SettingsRefusal {}

    /** The admin may not add who is there already. */
    record AlreadyASigner(Address signer) implements SettingsRefusal {}

    /** Who is to be removed is not there. */
    record NoSuchSigner(Address signer) implements SettingsRefusal {}

    /** The admin may not remove the only signer. */
    record LastSigner(Address signer) implements SettingsRefusal {}

    /**
     * The outcome could not be governed.
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
