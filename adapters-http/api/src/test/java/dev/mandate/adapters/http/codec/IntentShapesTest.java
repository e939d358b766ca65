package dev.mandate.adapters.http.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.client.IntentBody;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.IntentValue;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.refusal.Problem;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntentShapesTest {

    private static final Address ACCOUNT = TestKey.of("account").address();
    private static final String NONCE = "00112233445566778899aabbccddeeff";

    private static Either<Array<Problem>, SignedIntent> read(String intent) {
        ObjectReader in = ObjectReader.of(
                Json.parseObject(Bytes.of(("{\"intent\":" + intent + "}").getBytes(StandardCharsets.UTF_8))).get(),
                ObjectReader.Unknown.REFUSED);
        Option<SignedIntent> read = in.required("intent", IntentShapes.INTENT);
        return in.finish(read::get);
    }

    /** The client's canonicalizer and the domain's own writer agree, and so do their signatures. */
    @Test
    void theServerVerifiesTheBytesTheClientSigned() {
        byte[] seed = new byte[32];
        Address signer = TestKey.ofSeed(Bytes.of(seed)).address();
        IntentBody body = IntentBody.of("try", "devnet", ACCOUNT.toString(), Instant.ofEpochSecond(1_764_547_200))
                .with("text", "a \\ and a \"")
                .withJson("list", "[1, true, {\"b\": -2, \"a\": \"x\"}]")
                .signedByEd25519(signer.toString(), seed);

        SignedIntent signed = read(body.json()).get();
        IntentTerms terms = signed.content().fields().filterKeys(name -> name.equals("text") || name.equals("list"))
                .foldLeft(IntentTerms.of("try"), (all, field) -> all.with(field._1, field._2));
        Intent intent = new Intent(Network.DEVNET, ACCOUNT, terms, signed.nonce(), signed.expiresAt());

        assertEquals(Bytes.of(body.bytes()), intent.bytes());
        assertEquals(signed.content(), intent.content());
        assertEquals(signer, signed.signatures().single().address());
        assertEquals(
                Verdict.VALID,
                Solana.SQUADS_V4.signatures().check(signer, intent.bytes(), new Signature(signed.signatures().single().signature())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":1.5 | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":1e2 | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":9007199254740992 | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":-9223372036854775808 | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":null | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":[null] | intent.content.x[0] | WRONG_TYPE",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":{\"y\":\"\\u00e9\"} | intent.content.x.y | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":1,\"x\":\"\\ud800\" | intent.content.x | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\",\"expires_at\":\"1\" | intent.content.expires_at | INTENT_MALFORMED",
        "\"nonce\":\"" + NONCE + "\" | intent.content.expires_at | INTENT_MALFORMED",
        "\"nonce\":\"00112233445566778899AABBCCDDEEFF\",\"expires_at\":1 | intent.content.nonce | INTENT_MALFORMED",
        "\"nonce\":\"00112233445566778899aabbccddee\",\"expires_at\":1 | intent.content.nonce | INTENT_MALFORMED",
        "\"expires_at\":1 | intent.content.nonce | INTENT_MALFORMED",
    })
    void contentWithoutACanonicalFormIsRefused(String content, String field, String code) {
        Array<Problem> problems = read("{\"content\":{" + content + "},\"signatures\":[]}").getLeft();

        assertEquals(field, FieldNames.of(problems.single()));
        assertEquals(code, problems.single().code().name());
    }

    @Test
    void aNumberOf53BitsIsRead() {
        SignedIntent read = read("{\"content\":{\"nonce\":\"%s\",\"expires_at\":9007199254740991},\"signatures\":[]}".formatted(NONCE)).get();

        assertEquals(Option.some(new IntentValue.Whole(9_007_199_254_740_991L)), read.content().fields().get("expires_at"));
    }
}
