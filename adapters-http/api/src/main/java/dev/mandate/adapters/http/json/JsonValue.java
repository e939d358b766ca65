package dev.mandate.adapters.http.json;

import dev.mandate.domain.kernel.Bytes;

/** A part of an answer, which knows how it is spelled. */
abstract sealed class JsonValue permits JsonObject, JsonArray, JsonValue.Text, JsonValue.Base64, JsonValue.Word {

    abstract void writeTo(JsonWriter writer);

    /** A text. */
    static final class Text extends JsonValue {

        private final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        void writeTo(JsonWriter writer) {
            writer.text(text);
        }
    }

    /** A text that spells bytes. */
    static final class Base64 extends JsonValue {

        private final Bytes bytes;

        Base64(Bytes bytes) {
            this.bytes = bytes;
        }

        @Override
        void writeTo(JsonWriter writer) {
            writer.base64(bytes);
        }
    }

    /** What stands there as it is spelled: a number, or one of the three words. */
    static final class Word extends JsonValue {

        static final Word NULL = new Word("null");
        static final Word TRUE = new Word("true");
        static final Word FALSE = new Word("false");

        private final String ascii;

        Word(String ascii) {
            this.ascii = ascii;
        }

        @Override
        void writeTo(JsonWriter writer) {
            writer.word(ascii);
        }
    }
}
