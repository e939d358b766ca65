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
