package dev.mandate.ports.desk;

import dev.mandate.ports.custody.BuildRefusal;

/** Why an account on the chain does not become a tenant's. */
public sealed interface JoinRefusal {

    /** It could not be read, or is none. */
    record NotRead(BuildRefusal why) implements JoinRefusal {}

    /** The retry's key was used for something else. */
    record KeyReused() implements JoinRefusal {}
}
