package dev.mandate.conformance.script;

import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Something that a script needs before its first step: a line {@code given:}. */
public sealed interface Condition {

    /** Keys of a chain, each a variable with its address. */
    record Keys(Array<String> names) implements Condition {}

    /** An account, a variable with its address. */
    record Account(String name, Sharing sharing, AccountTerms terms) implements Condition {}

    /** Lamports for keys or accounts. */
    record Funds(long lamports, Array<String> names) implements Condition {}

    /** A chain whose clock can be advanced. */
    record Clock() implements Condition {}

    /** A new e-mail address whose mails can be read. */
    record Mailbox(String name) implements Condition {}

    /** An account by e-mail with a living session. */
    record Session(String name) implements Condition {}

    /** A new P-256 key pair of a client. */
    record EncryptionKey(String name) implements Condition {}

    /** The network that the run plays on. */
    record OnNetwork(String network) implements Condition {}

    /** A call that the server offers: it does not answer 501. */
    record Offered(String method, String path) implements Condition {}

    /** Whether scripts with the same terms get the same account. */
    enum Sharing {
        SHARED,
        OWN
    }

    /** A signer with its permissions. */
    record SignerTerms(String key, Array<String> permissions) {}

    /** What an account is created with. Keys are given by name. */
    record AccountTerms(Array<SignerTerms> signers, int threshold, long timeLockSeconds, Option<String> admin, Option<String> rentCollector) {}
}
