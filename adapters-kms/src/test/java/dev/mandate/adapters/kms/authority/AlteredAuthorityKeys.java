package dev.mandate.adapters.kms.authority;

import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.testkit.keys.AuthorityKeysContract;
import io.vavr.control.Either;
import java.util.HexFormat;

/** The contract of an adapter, parts of which a subclass alters. It runs only by a launcher. */
class AlteredAuthorityKeys extends AuthorityKeysContract implements AuthorityKeys {

    private final AuthorityKeys unaltered = new BouncyCastleAuthorityKeys();

    @Override
    protected AuthorityKeys keys() {
        return this;
    }

    @Override
    public Either<Malformed, P256PublicKey> p256OfSpki(Bytes der) {
        return unaltered.p256OfSpki(der);
    }

    @Override
    public Either<Malformed, P256PublicKey> p256OfHex(String hex) {
        return unaltered.p256OfHex(hex);
    }

    @Override
    public Either<Malformed, Secp256k1PublicKey> secp256k1OfHex(String hex) {
        return unaltered.secp256k1OfHex(hex);
    }

    @Override
    public Verdict check(P256PublicKey key, Bytes content, Bytes der) {
        return unaltered.check(key, content, der);
    }

    @Override
    public Verdict check(Secp256k1PublicKey key, IntentFormat format, Bytes content, Bytes der) {
        return unaltered.check(key, format, content, der);
    }

    @Override
    public Either<Malformed, Stamp> stamp(String header) {
        return unaltered.stamp(header);
    }

    @Override
    public Either<Malformed, Bytes> canonicalJson(Bytes json) {
        return unaltered.canonicalJson(json);
    }

    /** A compressed key need not be a point of the curve. */
    static class PointUnchecked extends AlteredAuthorityKeys {
        @Override
        public Either<Malformed, P256PublicKey> p256OfHex(String hex) {
            return hex.matches("0[23][0-9a-f]{64}") ? Either.right(new P256PublicKey(Bytes.ofHex(hex))) : super.p256OfHex(hex);
        }
    }

    /** The header of a SubjectPublicKeyInfo is skipped, whatever curve it names. */
    static class CurveIgnored extends AlteredAuthorityKeys {
        @Override
        public Either<Malformed, P256PublicKey> p256OfSpki(Bytes der) {
            return p256OfHex(der.slice(Math.max(0, der.length() - 65), Math.min(65, der.length())).toHex());
        }
    }

    /** What is not hexadecimal throws. */
    static class MalformedThrows extends AlteredAuthorityKeys {
        @Override
        public Either<Malformed, P256PublicKey> p256OfHex(String hex) {
            return super.p256OfHex(HexFormat.of().formatHex(HexFormat.of().parseHex(hex)));
        }
    }

    /** A refusal quotes its input. */
    static class InputQuoted extends AlteredAuthorityKeys {
        @Override
        public Either<Malformed, P256PublicKey> p256OfHex(String hex) {
            return super.p256OfHex(hex).mapLeft(malformed -> new Malformed(malformed.detail() + " It is " + hex));
        }
    }

    /** The blanks of a content do not count. */
    static class BlanksIgnored extends AlteredAuthorityKeys {
        @Override
        public Verdict check(P256PublicKey key, Bytes content, Bytes der) {
            Verdict exact = super.check(key, content, der);
            return exact == Verdict.VALID ? exact : super.check(key, Bytes.ofHex(content.toHex().replace("3a22", "3a2022")), der);
        }
    }

    /** A signature of one format is taken for one of the other. */
    static class FormatIgnored extends AlteredAuthorityKeys {
        @Override
        public Verdict check(Secp256k1PublicKey key, IntentFormat format, Bytes content, Bytes der) {
            Verdict sha256 = super.check(key, IntentFormat.SHA256, content, der);
            return sha256 == Verdict.VALID ? sha256 : super.check(key, IntentFormat.EIP191, content, der);
        }
    }

    /** A signature may have bytes behind it. */
    static class EndIgnored extends AlteredAuthorityKeys {
        @Override
        public Verdict check(P256PublicKey key, Bytes content, Bytes der) {
            int length = der.length() > 1 ? 2 + (der.toArray()[1] & 0xff) : 0;
            return super.check(key, content, length < der.length() ? der.slice(0, length) : der);
        }
    }
}
