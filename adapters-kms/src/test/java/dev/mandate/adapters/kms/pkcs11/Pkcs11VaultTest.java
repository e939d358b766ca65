package dev.mandate.adapters.kms.pkcs11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_ALWAYS_SENSITIVE;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_ID;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_NEVER_EXTRACTABLE;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_TOKEN;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKA_VALUE;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKK_EC_EDWARDS;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.KeyMaker;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.testkit.keys.KeyVaultContract;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xipki.pkcs11.wrapper.AttributeVector;
import org.xipki.pkcs11.wrapper.Session;
import org.xipki.pkcs11.wrapper.TokenException;

class Pkcs11VaultTest extends KeyVaultContract {

    @TempDir
    private Path folder = Path.of("");

    private TokenUri uri = new TokenUri("", Path.of(""), Path.of(""));

    @BeforeEach
    void prepareToken() throws IOException, InterruptedException, TokenException {
        uri = SoftHsm.empty(folder);
    }

    @Override
    protected KeyVault open() {
        return Pkcs11Vault.open(uri, folder).get();
    }

    @Override
    protected void takeAway() {
        SoftHsm.takeAway();
    }

    @Override
    protected void bringBack() {
        SoftHsm.bringBack();
    }

    /** The library lists no token then, where it fails altogether without its folder. */
    @Test
    void aTokenThatWasPulledOutOfItsSlotIsAway() throws IOException, InterruptedException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        Path token = SoftHsm.token();
        Path pulled = folder.resolve("pulled");
        Files.move(token, pulled);
        for (int i = 0; i < 3; i++) {
            assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
            assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, TWO).getLeft());
        }
        Files.move(pulled, token);

        assertServes(vault, made);
        assertEquals(Either.right(Option.none()), vault.find(ACME, TWO));
    }

    /** A token locks itself after a few wrong PINs. */
    @Test
    void aPinThatWasChangedMeanwhileIsTriedOnce() throws IOException, TokenException, InterruptedException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        SoftHsm.changePin(SoftHsm.PIN, "another pin");
        takeAway();
        assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, ONE).getLeft());
        bringBack();
        assertEventually("CKR_PIN_INCORRECT", vault, made);
        SoftHsm.changePin("another pin", SoftHsm.PIN);

        assertEventually("CKR_PIN_INCORRECT", vault, made);
        assertServes(vault(), made);
    }

    private static void assertEventually(String error, KeyVault vault, Address made) throws InterruptedException {
        String text = "";
        for (int tries = 0; tries < 100 && !text.contains(error); tries++) {
            Thread.sleep(50);
            text = vault.sign(message(ACME, ONE, made, LONGEST)).getLeft().toString();
        }
        assertTrue(text.contains(error), text);
    }

    @Test
    void aKeyMadeByOneProcessIsTheKeyOfAnother() throws IOException, InterruptedException {
        Array<String> made = KeyMaker.race(TokenKeyMaker.class, uri.token(), uri.module(), uri.pin(), folder);
        String expected = KeyMaker.addresses(vault()).mkString("", "\n", "\n");

        assertEquals(Array.of(expected, expected, expected), made);
    }

    @Test
    void aPrivateKeyNeverLeavesTheToken() throws IOException, TokenException {
        assertTrue(vault().ensure(ACME, ONE).isRight());
        Session session = SoftHsm.session();
        long[] keys = session.findAllObjectsSingle(AttributeVector.newPrivateKey(CKK_EC_EDWARDS));
        assertEquals(1, keys.length);
        AttributeVector key = session.getAttrValues(keys[0], CKA_ALWAYS_SENSITIVE, CKA_NEVER_EXTRACTABLE, CKA_TOKEN);

        assertTrue(key.alwaysSensitive());
        assertTrue(key.neverExtractable());
        assertTrue(key.token());
        assertNull(session.getAttrValues(keys[0], CKA_VALUE).value());
        session.closeSession();
    }

    @Test
    void halfOfAKeyIsNoKey() throws IOException, TokenException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        Session session = SoftHsm.session();
        session.destroyObject(session.findAllObjectsSingle(AttributeVector.newPrivateKey(CKK_EC_EDWARDS))[0]);
        session.closeSession();

        assertEquals(Either.left(new VaultFault.UnknownKey(ONE)), vault.sign(message(ACME, ONE, made, LONGEST)));
        assertTrue(vault.sign(message(ACME, ONE, vault.ensure(ACME, ONE).get(), LONGEST)).isRight());
    }

    @Test
    void anAnswerThatCannotBeReadIsAFaultAndTheNextCallIsAnswered() throws IOException, TokenException {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        Session session = SoftHsm.session();
        byte[] id = session.getAttrValues(session.findAllObjectsSingle(AttributeVector.newPrivateKey(CKK_EC_EDWARDS))[0], CKA_ID).id();
        long odd = session.createObject(AttributeVector.newPublicKey(CKK_EC_EDWARDS)
                .token(true)
                .label("mandate/" + ACME + "/" + ONE)
                .id(id)
                .ecParams(new byte[] {0x06, 0x03, 0x2b, 0x65, 0x70})
                .ecPoint(new byte[3]));

        for (int i = 0; i < 20; i++) {
            assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
        }
        session.destroyObject(odd);
        session.closeSession();
        assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isRight());
    }

    /** Two machines without a common lock made a key of the same id at once. */
    @Test
    void eachOfTwoKeysOfAnIdSignsForItsAddress() throws IOException, TokenException {
        KeyVault vault = vault();
        Address first = vault.ensure(ACME, ONE).get();
        Address second = vault.ensure(OTHER, ONE).get();
        Session session = SoftHsm.session();
        for (long object : session.findAllObjectsSingle(new AttributeVector().label("mandate/" + OTHER + "/" + ONE))) {
            session.setAttributeValues(object, new AttributeVector().label("mandate/" + ACME + "/" + ONE));
        }
        session.closeSession();

        assertEquals(Array.of(first, second).min().get(), vault.ensure(ACME, ONE).get());
        for (Address signer : Array.of(first, second)) {
            assertEquals(signer, vault.ensure(ACME, ONE, signer).get());
            assertTrue(vault.sign(message(ACME, ONE, signer, LONGEST)).isRight());
        }
    }

    @Test
    void aWrongPinIsRefusedAndNotShown() throws IOException {
        Path wrong = Files.writeString(uri.pin(), "1234567\n");
        String text = Pkcs11Vault.open(uri, folder).getLeft().text();

        assertTrue(text.contains("does not accept the PIN in " + uri.pin() + ": CKR_PIN_INCORRECT"), text);
        assertFalse(text.contains("1234567"), wrong::toString);
    }

    @Test
    void aMissingTokenModuleOrPinIsNamed() {
        assertEquals(
                new TokenProblem.NoToken("none", 0),
                Pkcs11Vault.open(new TokenUri("none", uri.module(), uri.pin()), folder).getLeft());
        assertInstanceOf(
                TokenProblem.NoModule.class,
                Pkcs11Vault.open(new TokenUri(uri.token(), folder.resolve("none.so"), uri.pin()), folder).getLeft());
        assertEquals(
                new TokenProblem.PinFile(new KeyFileProblem.Missing(folder.resolve("none"))),
                Pkcs11Vault.open(new TokenUri(uri.token(), uri.module(), folder.resolve("none")), folder).getLeft());
    }

    @Test
    void noTextShowsThePin() {
        KeyVault vault = vault();

        for (Object shown : Array.of(vault, uri, vault.ensure(ACME, ONE), vault.sign(message(ACME, TWO, Address.ZERO, LONGEST)))) {
            assertFalse(shown.toString().contains(SoftHsm.PIN), shown::toString);
        }
    }
}
