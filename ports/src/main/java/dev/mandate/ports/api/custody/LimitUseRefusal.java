package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.enginelimit.EngineLimitRefusal;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;

/** Why nothing is reserved within a limit that the engine keeps. */
public sealed interface LimitUseRefusal {

    record NotBuilt(BuildRefusal why) implements LimitUseRefusal {}

    record ByRule(Address limit, EngineLimitRefusal why) implements LimitUseRefusal {}

    record ByIntent(IntentRefusal why) implements LimitUseRefusal {}

    /**
     * The use that the intent allows landed before, and the journal has lost it.
     *
     * @param signature the transaction's id on the chain
     */
    record Landed(IntentNonce nonce, Signature signature) implements LimitUseRefusal {}

    /** It would be refused. Whether its use landed before cannot be said: there are more uses than a search reads. */
    record HistoryIncomplete() implements LimitUseRefusal {}

    /** A policy key never signs with a durable nonce. */
    record NonceNotAllowed() implements LimitUseRefusal {}

    /** The retry's key was used for another request. */
    record KeyReused() implements LimitUseRefusal {}
}
