package dev.mandate.testkit.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.Ed25519Key;
import io.vavr.collection.Array;
import java.util.Base64;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The Ed25519 keys whose seed a text shows in hexadecimal digits, base58, base64 or as a list of bytes. */
final class ShownKeys {

    private static final Pattern HEX = Pattern.compile("(?=([0-9a-fA-F]{64}))");
    private static final Pattern BASE58 = Pattern.compile("[1-9A-HJ-NP-Za-km-z]{32,88}");
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]{43,}={0,2}");
    private static final Pattern LIST = Pattern.compile("-?\\d+(?:, ?-?\\d+){31,}");

    private ShownKeys() {}

    static Array<Address> in(String text) {
        return matches(HEX, text).map(match -> Bytes.ofHex(match.group(1)).toArray())
                .appendAll(matches(BASE58, text).flatMap(match -> Base58.decode(match.group()).toOption()))
                .appendAll(matches(BASE64, text).filter(match -> match.group().length() % 4 != 1).map(match -> Base64.getDecoder().decode(match.group())))
                .appendAll(matches(LIST, text).map(match -> bytes(match.group())))
                .filter(bytes -> bytes.length >= Ed25519Key.SEED_LENGTH)
                .map(bytes -> Ed25519Key.ofSeed(Bytes.of(bytes, 0, Ed25519Key.SEED_LENGTH)).address());
    }

    private static Array<MatchResult> matches(Pattern pattern, String text) {
        return Array.ofAll(pattern.matcher(text).results());
    }

    private static byte[] bytes(String list) {
        Array<Integer> numbers = Array.of(list.split(", ?")).map(Integer::valueOf);
        byte[] bytes = new byte[numbers.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = numbers.get(i).byteValue();
        }
        return bytes;
    }
}
