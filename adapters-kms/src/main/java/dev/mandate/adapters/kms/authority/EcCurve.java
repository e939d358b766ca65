package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import io.vavr.control.Either;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;

/** The curves of authorities (SEC 2). The cofactor of both is 1, so each point but infinity is of the full order. */
final class EcCurve {

    static final EcCurve P256 = new EcCurve("P-256", SECObjectIdentifiers.secp256r1);
    static final EcCurve SECP256K1 = new EcCurve("secp256k1", SECObjectIdentifiers.secp256k1);

    static final int COMPRESSED_LENGTH = 33;
    static final int UNCOMPRESSED_LENGTH = 65;

    private final String text;
    private final ECDomainParameters parameters;

    private EcCurve(String text, ASN1ObjectIdentifier id) {
        this.text = text;
        this.parameters = ECNamedDomainParameters.lookup(id);
    }

    /** The compressed form of a point in either form of SEC 1, 2.3.3. Infinity, hybrid forms and numbers beyond the field are malformed. */
    Either<Malformed, Bytes> compressed(byte[] encoded) {
        boolean compressed = encoded.length == COMPRESSED_LENGTH && (encoded[0] == 2 || encoded[0] == 3);
        boolean uncompressed = encoded.length == UNCOMPRESSED_LENGTH && encoded[0] == 4;
        if (!compressed && !uncompressed) {
            return Either.left(new Malformed("The key is not a compressed or uncompressed point."));
        }
        try {
            return Either.right(Bytes.of(publicKey(encoded).getQ().getEncoded(true)));
        } catch (RuntimeException notOnTheCurve) {
            return Either.left(new Malformed("The key is not a point of the curve " + text + "."));
        }
    }

    /** The public key in either form, which {@link #compressed} has checked. */
    ECPublicKeyParameters publicKey(byte[] point) {
        return new ECPublicKeyParameters(parameters.getCurve().decodePoint(point), parameters);
    }

    /** Whether {@code der} is an ECDSA signature of {@code hash} in strict DER. */
    Verdict check(Bytes key, byte[] hash, Bytes der) {
        return EcdsaSignature.parse(der, parameters.getN()).fold(() -> Verdict.INVALID, signature -> check(key, hash, signature));
    }

    /** The same, and its s is at most half the order. Of a signature's two forms that is one. */
    Verdict checkLowS(Bytes key, byte[] hash, Bytes der) {
        return EcdsaSignature.parse(der, parameters.getN())
                .filter(signature -> signature.s().compareTo(parameters.getN().shiftRight(1)) <= 0)
                .fold(() -> Verdict.INVALID, signature -> check(key, hash, signature));
    }

    private Verdict check(Bytes key, byte[] hash, EcdsaSignature signature) {
        ECDSASigner verifier = new ECDSASigner();
        verifier.init(false, publicKey(key.toArray()));
        return verifier.verifySignature(hash, signature.r(), signature.s()) ? Verdict.VALID : Verdict.INVALID;
    }
}
