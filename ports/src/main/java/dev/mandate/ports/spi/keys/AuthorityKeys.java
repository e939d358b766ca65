package dev.mandate.ports.spi.keys;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.control.Either;

/**
 * Reads the public keys of authorities and verifies their signatures. It holds no key. Its parsers are strict: each key and each signature has
 * exactly the spellings named here.
 */
public interface AuthorityKeys {

    /**
     * Why the input is not what it should be.
     *
     * @param detail a sentence; it repeats nothing of the input, which may be a private key in a wrong place
     */
    record Malformed(String detail) {}

    /** The P-256 key in a SubjectPublicKeyInfo (RFC 5480) of 91 bytes, or of 59 with a compressed point. */
    Either<Malformed, P256PublicKey> p256OfSpki(Bytes der);

    /** The P-256 key in 66 (compressed) or 130 (uncompressed) hexadecimal digits of either case. */
    Either<Malformed, P256PublicKey> p256OfHex(String hex);

    /** The secp256k1 key in 66 hexadecimal digits of a compressed point, of either case. */
    Either<Malformed, Secp256k1PublicKey> secp256k1OfHex(String hex);

    /** Whether {@code der} is an ECDSA signature of {@code content} with SHA-256, in strict DER. High S is valid. */
    SignatureCheck.Verdict check(P256PublicKey key, Bytes content, Bytes der);

    /** Whether {@code der} is an ECDSA signature of {@code content} by the hash of {@code format}, in strict DER, with low S. */
    SignatureCheck.Verdict check(Secp256k1PublicKey key, IntentFormat format, Bytes content, Bytes der);

    /**
     * The stamp in the value of a header {@code X-Stamp}: base64url without padding of a JSON object of {@code publicKey} (compressed), {@code
     * scheme} ({@code SIGNATURE_SCHEME_TK_API_P256}) and {@code signature}, both as lower-case hexadecimal digits. Other members are malformed.
     */
    Either<Malformed, Stamp> stamp(String header);

    /**
     * The canonical form (RFC 8785) of a JSON object or array in UTF-8, of at most 256 KiB and 32 levels. Duplicate names, lone surrogates and
     * numbers beyond a double are malformed.
     */
    Either<Malformed, Bytes> canonicalJson(Bytes json);

    /**
     * A stamp over the exact bytes of a request's body. It is not verified yet.
     *
     * @param signature ECDSA P-256 with SHA-256, DER
     */
    record Stamp(P256PublicKey key, Bytes signature) {}
}
