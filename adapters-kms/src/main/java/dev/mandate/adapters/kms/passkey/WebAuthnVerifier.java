package dev.mandate.adapters.kms.passkey;

import static java.util.Objects.requireNonNull;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.exception.DataConversionException;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.authenticator.Curve;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.CollectedClientData;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.Challenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.util.exception.WebAuthnException;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.BadTopOriginException;
import com.webauthn4j.verifier.exception.InconsistentClientDataTypeException;
import com.webauthn4j.verifier.exception.NotAllowedAlgorithmException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.keys.AuthorityKeys.Malformed;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.BackupEligibility;
import dev.mandate.ports.api.passkey.PasskeyRefusal.BadKey;
import dev.mandate.ports.api.passkey.PasskeyRefusal.BadResponse;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.spi.passkey.VerifiedAssertion;
import dev.mandate.ports.spi.passkey.VerifiedRegistration;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.crypto.params.ECNamedDomainParameters;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** By webauthn4j. What it does not check is checked here: the credential's id, and the key that the browser names. */
public final class WebAuthnVerifier implements PasskeyVerifier {

    private static final List<PublicKeyCredentialParameters> ES256 =
            List.of(new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.ES256));
    private static final boolean USER_VERIFICATION_REQUIRED = false;
    private static final boolean USER_PRESENCE_REQUIRED = true;
    private static final int COMPRESSED_LENGTH = 33;
    private static final String MALFORMED = "it is malformed";
    private static final String NO_KEY = "it is neither a SubjectPublicKeyInfo nor a COSE_Key";
    private static final byte DER_SEQUENCE = 0x30;

    private final ObjectConverter converter = new ObjectConverter();
    private final WebAuthnManager manager = WebAuthnManager.createNonStrictWebAuthnManager(converter);
    private final String relyingPartyId;
    private final java.util.Set<Origin> origins;
    private final AuthorityKeys keys;

    /**
     * A verifier for one relying party.
     *
     * @param origins in the browsers' format; {@code android:apk-key-hash:…} for a native app
     */
    public WebAuthnVerifier(String relyingPartyId, Set<String> origins, AuthorityKeys keys) {
        this.relyingPartyId = relyingPartyId;
        this.origins = origins.map(Origin::new).toJavaSet();
        this.keys = keys;
    }

    @Override
    public String relyingPartyId() {
        return relyingPartyId;
    }

    @Override
    public Either<BadResponse, VerifiedRegistration> verify(RegistrationResponse response) {
        return judged(() -> {
            RegistrationData data = manager.parse(
                    new RegistrationRequest(response.attestationObject().toArray(), response.clientDataJson().toArray()));
            return challenge(data.getCollectedClientData()).flatMap(challenge -> {
                var unused = manager.verify(
                        data,
                        new RegistrationParameters(server(challenge), ES256, USER_VERIFICATION_REQUIRED, USER_PRESENCE_REQUIRED));
                var authenticator = requireNonNull(data.getAttestationObject()).getAuthenticatorData();
                return key(authenticator.getAttestedCredentialData(), response)
                        .map(key -> new VerifiedRegistration(
                                Bytes.of(challenge.getValue()), key, authenticator.getSignCount(), backup(authenticator)));
            });
        });
    }

    private Either<BadResponse, P256PublicKey> key(@Nullable AttestedCredentialData attested, RegistrationResponse response) {
        if (attested == null || !Arrays.equals(attested.getCredentialId(), response.credentialId().toArray())) {
            return Either.left(new BadResponse("the id is not that of the attested credential"));
        }
        return p256(attested.getCOSEKey()).mapLeft(BadResponse::new)
                .filterOrElse(
                        key -> response.publicKey().forAll(spki -> keys.p256OfSpki(spki).contains(key)),
                        key -> new BadResponse("the public key is not the attested one"));
    }

    @Override
    public Either<BadResponse, VerifiedAssertion> verify(AssertionResponse response, P256PublicKey key) {
        return judged(() -> {
            byte[] id = response.credentialId().toArray();
            AuthenticationData data = manager.parse(new AuthenticationRequest(
                    id,
                    response.authenticatorData().toArray(),
                    response.clientDataJson().toArray(),
                    response.signature().toArray()));
            return challenge(data.getCollectedClientData()).map(challenge -> {
                var unused = manager.verify(
                        data,
                        new AuthenticationParameters(
                                server(challenge), credential(id, key), null, USER_VERIFICATION_REQUIRED, USER_PRESENCE_REQUIRED));
                var authenticator = requireNonNull(data.getAuthenticatorData());
                return new VerifiedAssertion(Bytes.of(challenge.getValue()), authenticator.getSignCount(), backup(authenticator));
            });
        });
    }

    private static CredentialRecord credential(byte[] id, P256PublicKey key) {
        byte[] point = ECNamedDomainParameters.lookup(SECObjectIdentifiers.secp256r1)
                .getCurve()
                .decodePoint(key.compressed().toArray())
                .getEncoded(false);
        AttestedCredentialData attested =
                new AttestedCredentialData(AAGUID.ZERO, id, EC2COSEKey.createFromUncompressedECCKey(point));
        // The caller judges the counter. With 0 every counter passes here.
        return new CredentialRecordImpl(new NoneAttestationStatement(), null, null, null, 0, attested, null, null, null, null);
    }

    private static BackupEligibility backup(AuthenticatorData<?> data) {
        return data.isFlagBE() ? BackupEligibility.MULTI_DEVICE : BackupEligibility.SINGLE_DEVICE;
    }

    /** The response is verified against the challenge that it names. */
    private static Either<BadResponse, Challenge> challenge(@Nullable CollectedClientData data) {
        Challenge challenge = data == null ? null : data.getChallenge();
        return challenge == null
                ? Either.left(new BadResponse("the client data names no challenge"))
                : Either.right(challenge);
    }

    private ServerProperty server(Challenge challenge) {
        return ServerProperty.builder().origins(origins).rpId(relyingPartyId).challenge(challenge).build();
    }

    /** webauthn4j declares WebAuthnException. At some bytes it throws those of its CBOR library, and of the JDK. */
    private static <T> Either<BadResponse, T> judged(Supplier<Either<BadResponse, T>> work) {
        try {
            return work.get();
        } catch (WebAuthnException e) {
            return Either.left(new BadResponse(detail(e)));
        } catch (JacksonException malformed) {
            return Either.left(new BadResponse(MALFORMED));
        } catch (RuntimeException | StackOverflowError undeclared) {
            return Either.left(new BadResponse(MALFORMED + ": " + undeclared.getClass().getSimpleName()));
        }
    }

    private static String detail(WebAuthnException fault) {
        return switch (fault) {
            case DataConversionException malformed -> MALFORMED;
            case InconsistentClientDataTypeException other -> "it is of the other ceremony";
            case BadOriginException other -> "its origin is not allowed";
            case BadTopOriginException framed -> "it was made inside a page of another origin";
            case BadRpIdException other -> "it is for another relying party";
            case UserNotPresentException absent -> "the user was not present";
            case NotAllowedAlgorithmException other -> "its key is not for ES256";
            case BadSignatureException other -> "its signature is not by this key";
            default -> "it breaks the rule of " + fault.getClass().getSimpleName();
        };
    }

    @Override
    public Either<BadKey, P256PublicKey> key(Bytes encoded) {
        if (encoded.length() == COMPRESSED_LENGTH) {
            return keys.p256OfHex(encoded.toHex()).mapLeft(malformed -> new BadKey(malformed.detail()));
        }
        if (encoded.length() > 0 && encoded.at(0) == DER_SEQUENCE) {
            return keys.p256OfSpki(encoded).mapLeft(malformed -> new BadKey(malformed.detail()));
        }
        try {
            return p256(converter.getCborMapper().readValue(encoded.toArray(), COSEKey.class)).mapLeft(BadKey::new);
        } catch (WebAuthnException | JacksonException malformed) {
            return Either.left(new BadKey(NO_KEY));
        } catch (RuntimeException | StackOverflowError undeclared) {
            return Either.left(new BadKey(NO_KEY + ": " + undeclared.getClass().getSimpleName()));
        }
    }

    private Either<String, P256PublicKey> p256(@Nullable COSEKey key) {
        if (key instanceof EC2COSEKey point
                && COSEAlgorithmIdentifier.ES256.equals(point.getAlgorithm())
                && Curve.SECP256R1.equals(point.getCurve())) {
            return keys.p256OfHex("04" + hex(point.getX()) + hex(point.getY())).mapLeft(Malformed::detail);
        }
        return Either.left("the key is not for ES256 on the curve P-256");
    }

    /** A missing coordinate has no digits, so the point is malformed. */
    private static String hex(@Nullable Object coordinate) {
        return coordinate instanceof byte[] bytes ? Bytes.of(bytes).toHex() : "";
    }
}
