package dev.mandate.conformance.script;

import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** One step of a script. Texts may contain variables. */
public sealed interface Step {

    /** The line of the script. */
    int line();

    /**
     * A request, and what its answer must be.
     *
     * @param headers replace the runner's own of that name; the value {@code -} omits the header
     * @param padToBytes blanks are added to the body until it has this size
     * @param stamp the session key that stamps the body
     * @param until the call is repeated until these hold
     * @param saves variables, each with the pointer of its value in the answer
     */
    record Call(
            int line,
            String method,
            String path,
            Array<Tuple2<String, String>> headers,
            Option<String> body,
            Option<Integer> padToBytes,
            Option<String> stamp,
            Array<Expectation> until,
            Array<Expectation> expectations,
            Array<Tuple2<String, String>> saves)
            implements Step {}

    /** Signs a base64 transaction with keys; {@code target} is the signed one. */
    record Sign(int line, String target, String transaction, Array<String> keys) implements Step {}

    /** Signs a base64 payload with a session key; {@code target} is the signature. */
    record Approve(int line, String target, String payload, String sessionKey) implements Step {}

    /** Makes a transaction that transfers SOL, to be prepared. */
    record Draft(int line, String target, long lamports, String from, String to) implements Step {}

    /** Makes a transaction whose compiled instructions have exactly this size: a memo that {@code signer} signs. */
    record DraftMemo(int line, String target, int instructionBytes, String signer) implements Step {}

    /** Makes a payload of the client's own: a JSON object in base64. */
    record Payload(int line, String target, String json) implements Step {}

    /** Submits a signed transaction and waits until it has landed. */
    record Submit(int line, String transaction, String account) implements Step {}

    /** Funds an address that is known only now. */
    record Fund(int line, long lamports, String address) implements Step {}

    /** Advances the chain's clock. */
    record Advance(int line, long seconds) implements Step {}

    /** Reads the one-time code in the next mail to a mailbox. */
    record Code(int line, String target, String mailbox) implements Step {}

    /** Opens an encrypted authorization key with an encryption key; {@code target} is the session key. */
    record OpenKey(int line, String target, String encapsulatedKey, String ciphertext, String by) implements Step {}

    /** Opens a credential bundle with an encryption key; {@code target} is the session key. */
    record OpenBundle(int line, String target, String bundle, String by) implements Step {}
}
