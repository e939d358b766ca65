package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.KeccakDigest;
import org.bouncycastle.crypto.digests.SHA256Digest;

/** By BouncyCastle's lightweight API. Safe from any thread. No detail repeats its input, which may be a private key in a wrong place. */
public final class BouncyCastleAuthorityKeys implements AuthorityKeys {

    /** What precedes the point in a SubjectPublicKeyInfo of id-ecPublicKey and the named curve P-256 (RFC 5480): uncompressed, compressed. */
    private static final Bytes SPKI_UNCOMPRESSED = Bytes.ofHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

    private static final Bytes SPKI_COMPRESSED = Bytes.ofHex("3039301306072a8648ce3d020106082a8648ce3d030107032200");

    private static final int SPKI_PREFIX_LENGTH = SPKI_COMPRESSED.length();

    private static final int MAX_STAMP_LENGTH = 512;

    /** A stamp in its canonical form. */
    private static final Pattern STAMP = Pattern.compile("\\{\"publicKey\":\"([0-9a-f]{66})\","
            + "\"scheme\":\"SIGNATURE_SCHEME_TK_API_P256\",\"signature\":\"((?:[0-9a-f]{2}){8,72})\"}");

    @Override
    public Either<Malformed, P256PublicKey> p256OfSpki(Bytes der) {
        boolean compressed = der.length() == SPKI_PREFIX_LENGTH + EcCurve.COMPRESSED_LENGTH;
        boolean uncompressed = der.length() == SPKI_PREFIX_LENGTH + EcCurve.UNCOMPRESSED_LENGTH;
        if ((compressed || uncompressed)
                && der.slice(0, SPKI_PREFIX_LENGTH).equals(compressed ? SPKI_COMPRESSED : SPKI_UNCOMPRESSED)) {
            return p256(der.slice(SPKI_PREFIX_LENGTH, der.length() - SPKI_PREFIX_LENGTH).toArray());
        }
        return Either.left(new Malformed("The key is not a SubjectPublicKeyInfo of the named curve P-256, of 91 or 59 bytes."));
    }

    @Override
    public Either<Malformed, P256PublicKey> p256OfHex(String hex) {
        return hex.matches("[0-9a-fA-F]{66}|[0-9a-fA-F]{130}")
                ? p256(HexFormat.of().parseHex(hex))
                : Either.left(new Malformed("The key is not 66 or 130 hexadecimal digits."));
    }

    @Override
    public Either<Malformed, Secp256k1PublicKey> secp256k1OfHex(String hex) {
        return hex.matches("[0-9a-fA-F]{66}")
                ? EcCurve.SECP256K1.compressed(HexFormat.of().parseHex(hex)).map(Secp256k1PublicKey::new)
                : Either.left(new Malformed("The key is not 66 hexadecimal digits."));
    }

    private static Either<Malformed, P256PublicKey> p256(byte[] point) {
        return EcCurve.P256.compressed(point).map(P256PublicKey::new);
    }

    @Override
    public Verdict check(P256PublicKey key, Bytes content, Bytes der) {
        return EcCurve.P256.check(key.compressed(), hash(new SHA256Digest(), content.toArray()), der);
    }

    @Override
    public Verdict check(Secp256k1PublicKey key, IntentFormat format, Bytes content, Bytes der) {
        byte[] hash = switch (format) {
            case SHA256 -> hash(new SHA256Digest(), content.toArray());
            case EIP191 -> hash(
                    new KeccakDigest(256),
                    ("\u0019Ethereum Signed Message:\n" + content.length()).getBytes(StandardCharsets.US_ASCII),
                    content.toArray());
        };
        return EcCurve.SECP256K1.checkLowS(key.compressed(), hash, der);
    }

    static byte[] hash(Digest digest, byte[]... parts) {
        for (byte[] part : parts) {
            digest.update(part, 0, part.length);
        }
        byte[] hash = new byte[digest.getDigestSize()];
        digest.doFinal(hash, 0);
        return hash;
    }

    @Override
    public Either<Malformed, Stamp> stamp(String header) {
        return base64Url(header)
                .flatMap(json -> CanonicalJson.of(Bytes.of(json)).toOption())
                .map(json -> STAMP.matcher(new String(json.toArray(), StandardCharsets.UTF_8)))
                .filter(Matcher::matches)
                .toEither(new Malformed("The stamp is not base64url without padding of publicKey, scheme and signature."))
                .flatMap(stamp -> p256OfHex(stamp.group(1)).map(key -> new Stamp(key, Bytes.ofHex(stamp.group(2)))));
    }

    /** The bytes of which {@code text} is the only encoding without padding. */
    private static Option<byte[]> base64Url(String text) {
        if (text.length() > MAX_STAMP_LENGTH) {
            return Option.none();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return Option.when(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text), bytes);
        } catch (IllegalArgumentException malformed) {
            return Option.none();
        }
    }

    @Override
    public Either<Malformed, Bytes> canonicalJson(Bytes json) {
        return CanonicalJson.of(json);
    }
}
