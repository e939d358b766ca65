package dev.mandate.engine.authority;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an authority signs so that the vault signs a message. Its members have names and values of plain ASCII in the order of their names, so its
 * text is its canonical form (RFC 8785), whoever canonicalizes it.
 *
 * @param messageHash SHA-256 of the transaction's message
 * @param expiresAt the first second at which it is over
 */
record SigningPayload(
        Network network, Address account, Address signer, Bytes32 messageHash, Bytes nonce, UnixTime expiresAt) {

    private static final Pattern EXPIRY = Pattern.compile("\"expires_at\":\\s?([1-9][0-9]{0,11}),");

    /** The expiry that a payload names, whatever else it holds. */
    static Option<UnixTime> expiryOf(Bytes payload) {
        Matcher named = EXPIRY.matcher(new String(payload.toArray(), StandardCharsets.US_ASCII));
        return Option.when(named.find(), () -> new UnixTime(Long.parseLong(named.group(1))));
    }

    Bytes bytes() {
        String text = "{\"account\":\"%s\",\"expires_at\":%s,\"kind\":\"sign_transaction\",\"message_sha256\":\"%s\",\"network\":\"%s\",\"nonce\":\"%s\",\"signer\":\"%s\",\"version\":1}"
                .formatted(account, expiresAt.seconds(), Bytes.of(messageHash.toArray()).toHex(), network, nonce.toHex(), signer);
        return Bytes.of(text.getBytes(StandardCharsets.US_ASCII));
    }
}
