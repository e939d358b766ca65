package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Either;

/** The shapes of requests about authorities. No problem repeats a value: it may be a secret in the wrong place. */
public final class AuthorityShapes {

    private static final int MAX_APP_NAME = 64;
    private static final int MAX_URL = 2_048;
    private static final long LAST_TIME = 0xffff_ffffL;

    /** An e-mail address, in any case. */
    public static final Shape<EmailAddress> EMAIL = atMost(EmailAddress.MAX_LENGTH).then((field, text) -> EmailAddress.parse(text)
            .toEither(() -> new Problem(field, ServerCode.BAD_EMAIL, field + " must be an e-mail address of ASCII characters.")))
            .described(text -> text
                    .with(
                            "pattern",
                            "^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
                                    + "(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$")
                    .named("EmailAddress"));

    /** A one-time code. */
    public static final Shape<OneTimeCode> CODE = Shapes.TEXT.then((field, text) -> OneTimeCode.parse(text)
            .toEither(() -> new Problem(field, ErrorCode.WRONG_CODE, field + " must be six digits.")))
            .described(text -> text.with("pattern", "^[0-9]{6}$").named("OneTimeCode"));

    /** The name of an application, shown in the mail. */
    public static final Shape<String> APP_NAME = atMost(MAX_APP_NAME)
            .then((field, text) -> WireShapes.memo(field, text).map(Memo::text));

    /** An address of a picture. It is never fetched. */
    public static final Shape<String> URL = atMost(MAX_URL);

    /** The only provider of keys. */
    public static final Shape<String> PROVIDER = Shapes.word(LinkedHashMap.of(AuthorityObjects.SESSIONS, AuthorityObjects.SESSIONS));

    /** The id of an e-mail identity. */
    public static final Shape<UserId> USER_ID = Shapes.TEXT.then((field, text) -> UserId.parse(text)
            .toEither(() -> new Problem(field, ServerCode.NOT_AN_OPTION, field + " must be a UUID in lower case.")))
            .described(text -> text.with("format", "uuid").named("UserId"));

    /** A Unix time in seconds. */
    public static final Shape<UnixTime> UNIX_TIME = Shapes.integer(0, LAST_TIME).map(UnixTime::new);

    private AuthorityShapes() {}

    private static Shape<String> atMost(int characters) {
        return Shapes.TEXT.then((field, text) -> text.length() <= characters
                ? Either.right(text)
                : Either.left(new Problem(field, ErrorCode.TOO_LONG, field + " must be at most " + characters + " characters.")))
                .described(text -> text.with("maxLength", characters));
    }
}
