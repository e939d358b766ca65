package dev.mandate.solana.crypto;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.keys.SignatureCheck;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.util.HexFormat;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Ed25519 (RFC 8032) as the network's validators check it ({@code verify_strict} of ed25519-dalek): S is below the group's order, so
 * that no signature has a second form, and neither the key nor R is a point of small order, for which one signature would fit any
 * message.
 */
public final class StrictEd25519 implements SignatureCheck {

    /**
     * The encodings of the eight points of small order, with both signs of x where both stand for one, and with y unreduced where that
     * fits 255 bits. Source: RFC 7748's curve, "Taming the many EdDSAs" (2020), table 1.
     */
    private static final Set<Bytes32> SMALL_ORDER = HashSet.of(
                    "0000000000000000000000000000000000000000000000000000000000000000",
                    "0000000000000000000000000000000000000000000000000000000000000080",
                    "0100000000000000000000000000000000000000000000000000000000000000",
                    "0100000000000000000000000000000000000000000000000000000000000080",
                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa")
            .map(hex -> Bytes32.of(HexFormat.of().parseHex(hex)));

    @Override
    public Verdict check(Address signer, Bytes message, Signature signature) {
        byte[] bytes = signature.bytes().toArray();
        boolean strict = !SMALL_ORDER.contains(signer.bytes()) && !SMALL_ORDER.contains(Bytes32.of(bytes, 0));
        return strict && verifies(signer, message.toArray(), bytes) ? Verdict.VALID : Verdict.INVALID;
    }

    private static boolean verifies(Address signer, byte[] message, byte[] signature) {
        return Ed25519.verify(signature, 0, signer.toArray(), 0, message, 0, message.length);
    }
}
