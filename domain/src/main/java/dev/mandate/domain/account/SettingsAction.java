package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import io.vavr.control.Option;

/** One step of a change of settings, by vote or by the admin. Handing over admin control is not among them: no vote can do it. */
public sealed interface SettingsAction {

    /** Changes who decides, and how. All but the rent collector make what was proposed before stale. */
    sealed interface GovernanceAction extends SettingsAction {}

    /** Makes or removes a spending limit; the settings themselves stay as they are. */
    sealed interface LimitAction extends SettingsAction {
        /** The limit's address. */
        Address limit();
    }

    /** Whom this makes a signer. */
    default Option<Signer> addedSigner() {
        return switch (this) {
            case AddSigner(Signer signer) -> Option.some(signer);
            case RemoveSigner remove -> Option.none();
            case ChangeThreshold change -> Option.none();
            case SetTimeLock set -> Option.none();
            case SetRentCollector set -> Option.none();
            case LimitAction limit -> Option.none();
        };
    }

    /** Who is a signer no longer. */
    default Option<Address> removedSigner() {
        return switch (this) {
            case RemoveSigner(Address signer) -> Option.some(signer);
            case AddSigner add -> Option.none();
            case ChangeThreshold change -> Option.none();
            case SetTimeLock set -> Option.none();
            case SetRentCollector set -> Option.none();
            case LimitAction limit -> Option.none();
        };
    }

    /** The address of the limit that this makes or removes. */
    default Option<Address> changedLimit() {
        return switch (this) {
            case LimitAction change -> Option.some(change.limit());
            case GovernanceAction governance -> Option.none();
        };
    }

    record AddSigner(Signer signer) implements GovernanceAction {}

    record RemoveSigner(Address signer) implements GovernanceAction {}

    record ChangeThreshold(Threshold threshold) implements GovernanceAction {}

    record SetTimeLock(TimeLock timeLock) implements GovernanceAction {}

    /**
     * Who gets the rent back.
     *
     * @param collector none: nobody does
     */
    record SetRentCollector(Option<Address> collector) implements GovernanceAction {}

    /**
     * A new spending limit.
     *
     * @param limit the address under which it will be found
     */
    record AddSpendingLimit(Address limit, LimitTerms terms) implements LimitAction {}

    record RemoveSpendingLimit(Address limit) implements LimitAction {}
}
