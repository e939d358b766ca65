package dev.mandate.adapters.mail;

import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.control.Option;
import io.vavr.control.Try;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Where mail goes. The settings may contain a password, which {@code toString} does not show. */
public sealed interface MailSettings {

    /** The forms that {@link #parse} reads. */
    String FORMS = "smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS, file:DIR or log";

    /**
     * Opens the transport. This connects to nothing.
     *
     * @param log receives the lines of {@link Log}
     */
    MailTransport transport(Consumer<String> log);

    /**
     * Parses one of {@link #FORMS}; none if {@code text} is malformed. User and password are percent-encoded, and optional. The sender may be
     * missing only for a server on loopback.
     */
    static Option<MailSettings> parse(String text) {
        if (text.equals("log")) {
            return Option.some(new Log());
        }
        return text.startsWith("file:")
                ? Option.of(text.substring("file:".length()))
                        .filter(folder -> !folder.isEmpty())
                        .flatMap(folder -> Try.of(() -> Path.of(folder)).toOption())
                        .map(Folder::new)
                : Try.of(() -> new URI(text)).toOption().flatMap(Smtp::of).map(smtp -> smtp);
    }

    /**
     * A mail server.
     *
     * @param host a name or an IP address, an IPv6 address in brackets
     * @param from the sender
     */
    record Smtp(String host, int port, Option<Login> login, EmailAddress from, StartTls startTls) implements MailSettings {

        private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");
        private static final String FROM = "from=";

        private static Option<Smtp> of(URI uri) {
            String host = Option.of(uri.getHost()).getOrElse("");
            boolean loopback = LOOPBACK.matcher(host).matches();
            boolean wellFormed = "smtp".equals(uri.getScheme())
                    && !host.isEmpty()
                    && uri.getPort() > 0
                    && uri.getPort() <= 65_535
                    && uri.getPath().isEmpty()
                    && uri.getFragment() == null
                    && Option.of(uri.getRawUserInfo()).forAll(login -> login.contains(":"));
            return Option.of(uri.getRawQuery())
                    .orElse(Option.when(loopback, FROM + "mandate@localhost"))
                    .filter(query -> wellFormed && query.startsWith(FROM))
                    .flatMap(query -> EmailAddress.parse(decoded(query.substring(FROM.length()))))
                    .map(from -> new Smtp(
                            host,
                            uri.getPort(),
                            Option.of(uri.getRawUserInfo()).map(Login::of),
                            from,
                            loopback ? StartTls.IF_OFFERED : StartTls.REQUIRED));
        }

        @Override
        public MailTransport transport(Consumer<String> log) {
            return new SmtpTransport(this);
        }

        @Override
        public String toString() {
            return "smtp://" + host + ":" + port;
        }
    }

    /** How a user logs in at the mail server. */
    record Login(String user, String password) {

        private static Login of(String rawUserInfo) {
            String[] parts = rawUserInfo.split(":", 2);
            return new Login(decoded(parts[0]), decoded(parts[1]));
        }

        @Override
        public String toString() {
            return "[login]";
        }
    }

    /** The encryption of the connection (RFC 3207). */
    enum StartTls {
        /** For a server on loopback: if it offers encryption, with any certificate. */
        IF_OFFERED,
        /** Nothing is sent without encryption. The certificate must be valid for the host. */
        REQUIRED
    }

    /** A folder, with one file a mail. */
    record Folder(Path path) implements MailSettings {

        @Override
        public MailTransport transport(Consumer<String> log) {
            return new FileTransport(path);
        }

        @Override
        public String toString() {
            return "file:" + path;
        }
    }

    /** The log, with one line a mail. The line shows the code: for a sandbox only. */
    record Log() implements MailSettings {

        @Override
        public MailTransport transport(Consumer<String> log) {
            return mail -> {
                log.accept("for " + mail.to().text() + ": " + mail.code().digits());
                return Option.none();
            };
        }

        @Override
        public String toString() {
            return "log";
        }
    }

    /** Percent-decoding of a part of a well-formed URI. Unlike in a form, a plus sign stands for itself (RFC 3986). */
    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
