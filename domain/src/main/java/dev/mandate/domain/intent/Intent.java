package dev.mandate.domain.intent;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import java.nio.charset.StandardCharsets;

/**
 * What signers sign so that the engine changes something of their account. It is a JSON object of {@code account}, {@code action}, {@code
 * expires_at}, {@code network}, {@code nonce} and the action's own fields. Signers sign its canonical form (RFC 8785). That form is no message of a
 * transaction: its first bytes would announce more signers than accounts.
 *
 * @param expiresAt the first second at which it is over
 */
public record Intent(Network network, Address account, IntentTerms terms, IntentNonce nonce, UnixTime expiresAt) {

    /** The object. An own field never replaces a field that every intent has. */
    public IntentValue.Fields content() {
        return new IntentValue.Fields(IntentTerms.of(terms.action())
                .with("account", account.toString())
                .with("action", terms.action())
                .with("expires_at", new IntentValue.Whole(expiresAt.seconds()))
                .with("network", network.name())
                .with("nonce", nonce.hex())
                .own()
                .merge(terms.own()));
    }

    /** The bytes that are signed. */
    public Bytes bytes() {
        return Bytes.of(content().canonical().getBytes(StandardCharsets.US_ASCII));
    }
}
