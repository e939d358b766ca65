package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.spending.LimitTerms;
import io.vavr.control.Option;

/** One step of a change of settings, by vote or by the admin. Handing over admin control is not among them: no vote can do it. */
public sealed interface SettingsAction {

    /** Changes the settings. All but the rent collector's change make earlier proposals stale. */
    sealed interface GovernanceAction extends SettingsAction {}

    /** Creates or removes a spending limit; the settings themselves do not change. */
    sealed interface LimitAction extends SettingsAction {
        /** The limit's address. */
        Address limit();
    }

    /** The signer that this adds. */
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

    /** The signer that this removes. */
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

    /** The address of the limit that this creates or removes. */
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
     * Sets the receiver of returned rent.
     *
     * @param collector none if rent is not returned
     */
    record SetRentCollector(Option<Address> collector) implements GovernanceAction {}

    /**
     * A new spending limit.
     *
     * @param limit the address of the limit
     */
    record AddSpendingLimit(Address limit, LimitTerms terms) implements LimitAction {}

    record RemoveSpendingLimit(Address limit) implements LimitAction {}
}
