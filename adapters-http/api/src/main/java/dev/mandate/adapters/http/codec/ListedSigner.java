package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** An entry of a list of signers in a request. */
public sealed interface ListedSigner {

    /** The scheme of a secp256k1 key. */
    String SECP256K1 = "SECP256K1";

    /** {@code {address, permissions}}: an address on the chain. */
    record OfAddress(Signer signer) implements ListedSigner {}

    /**
     * {@code {public_key, key_scheme, signature_format, permissions}}, or the compressed key in hex as {@code address}: a secp256k1 key, to which a
     * managed signer is bound.
     */
    record OfSecp256k1(KeyText key, IntentFormat format, Permissions permissions) implements ListedSigner {}

    /**
     * A public key that is not parsed yet.
     *
     * @param field its place in the request
     */
    record KeyText(String field, String text) {}

    Shape<String> KEY_SCHEME = Shapes.word(LinkedHashMap.of(SECP256K1, SECP256K1)).named("KeyScheme");

    Shape<IntentFormat> FORMAT =
            Shapes.word(Array.of(IntentFormat.values()).toLinkedMap(IntentFormat::name, format -> format)).named("SignatureFormat");

    Shape<KeyText> KEY_TEXT = Shapes.TEXT.<KeyText>then((field, text) -> Either.right(new KeyText(field, text)))
            .described(text -> text.with("pattern", "^0[23][0-9a-fA-F]{64}$").named("Secp256k1PublicKey"));

    /** A compressed secp256k1 key in hex has 66 digits, and no address has so many characters. */
    Shape<Either<Address, KeyText>> ADDRESS_OR_KEY = Shapes.described(
            JsonSchema.of("string").with("pattern", "^([1-9A-HJ-NP-Za-km-z]{32,44}|0[23][0-9a-fA-F]{64})$"), (spot, value) -> value.isString() && value.stringValue().matches("[0-9a-fA-F]{66}")
            ? KEY_TEXT.read(spot, value).map(Either::right)
            : Shapes.ADDRESS.read(spot, value).map(Either::left));

    /** Reads an entry. */
    static Either<Array<Problem>, ListedSigner> read(ObjectReader in) {
        Option<Permissions> permissions = in.required("permissions", WireShapes.PERMISSION_LIST);
        if (!names(in, "public_key") && !names(in, "key_scheme")) {
            Option<Either<Address, KeyText>> given = in.required("address", ADDRESS_OR_KEY);
            Option<IntentFormat> format = given.exists(Either::isRight) ? in.optional("signature_format", FORMAT) : Option.none();
            return in.finish(() -> given.get().fold(
                    address -> new OfAddress(new Signer(address, permissions.get())),
                    key -> new OfSecp256k1(key, format.getOrElse(IntentFormat.SHA256), permissions.get())));
        }
        if (names(in, "address")) {
            in.reject("address", ServerCode.EXCLUDED_FIELD, "address and public_key exclude each other: the answer holds the key's address.");
        }
        Option<KeyText> key = in.required("public_key", KEY_TEXT);
        var unused = in.required("key_scheme", KEY_SCHEME);
        Option<IntentFormat> format = in.required("signature_format", FORMAT);
        return in.finish(() -> new OfSecp256k1(key.get(), format.get(), permissions.get()));
    }

    private static boolean names(ObjectReader in, String field) {
        return in.presence(field) == Presence.VALUE;
    }
}
