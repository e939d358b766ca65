package dev.mandate.ports.tenant;

import dev.mandate.ports.custody.BuildRefusal;

/** Why an account on the chain does not become a tenant's. */
public sealed interface ImportRefusal {

    /** It could not be read, or is none. */
    record NotRead(BuildRefusal why) implements ImportRefusal {}

    /** The retry's key was used for something else. */
    record KeyReused() implements ImportRefusal {}
}
