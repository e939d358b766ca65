package dev.mandate.ports.api.tenant;

import dev.mandate.ports.api.custody.BuildRefusal;

/** Why an account on the chain is not imported. */
public sealed interface ImportRefusal {

    /** It could not be read, or is not a smart account. */
    record NotRead(BuildRefusal why) implements ImportRefusal {}

    /** The idempotency key was used for another request. */
    record KeyReused() implements ImportRefusal {}
}
