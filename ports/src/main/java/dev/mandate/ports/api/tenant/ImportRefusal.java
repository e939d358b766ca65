package dev.mandate.ports.api.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.BuildRefusal;

/** Why an account on the chain is not imported. */
public sealed interface ImportRefusal {

    /** It could not be read, or is not a smart account. */
    record NotRead(BuildRefusal why) implements ImportRefusal {}

    /** No transaction that was searched is an operation of the account, so its settings account must be named. */
    record SettingsUnknown(Address account) implements ImportRefusal {}

    /** The account is of another smart account program, which the engine does not serve. */
    record OtherProgram(Address program) implements ImportRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements ImportRefusal {}
}
