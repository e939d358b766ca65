package dev.mandate.adapters.webhook;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import dev.mandate.ports.api.webhook.WebhookAttempt;
import dev.mandate.ports.api.webhook.WebhookAttempt.Fault;
import dev.mandate.ports.api.webhook.WebhookUrl;
import dev.mandate.ports.spi.webhook.WebhookSender;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.util.Timeout;

/** Sends by HTTP/1.1. Each delivery has a connection of its own. */
public final class HttpWebhookSender implements WebhookSender, AutoCloseable {

    /** So many deliveries may be on their way at once. */
    private static final int CONNECTIONS = 256;

    private static final Timeout CONNECT = Timeout.ofSeconds(5);
    private static final long LONGEST_WAIT_SECONDS = Duration.ofDays(1).toSeconds();

    private final Loopback loopback;
    private final NameLookup names;
    private final Duration timeout;
    private final CloseableHttpClient http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Whether the machine itself may receive webhooks. */
    public enum Loopback {
        /** In a sandbox, also by {@code http}. */
        ALLOWED,
        REFUSED
    }

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface NameLookup {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    public HttpWebhookSender(Loopback loopback) {
        this(loopback, InetAddress::getAllByName, Duration.ofSeconds(TIMEOUT_SECONDS), Option.none());
    }

    /** @param trusted whose certificates are valid; none: those that the JVM trusts */
    HttpWebhookSender(Loopback loopback, NameLookup names, Duration timeout, Option<SSLContext> trusted) {
        this.loopback = loopback;
        this.names = names;
        this.timeout = timeout;
        PoolingHttpClientConnectionManagerBuilder connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(new CheckedNames())
                .setMaxConnTotal(CONNECTIONS)
                .setMaxConnPerRoute(CONNECTIONS)
                .setDefaultConnectionConfig(
                        ConnectionConfig.custom().setConnectTimeout(CONNECT).setSocketTimeout(Timeout.of(timeout)).build());
        HttpClientConnectionManager manager = trusted.map(DefaultClientTlsStrategy::new)
                .map(connections::setTlsSocketStrategy)
                .getOrElse(connections)
                .build();
        this.http = HttpClients.custom()
                .setConnectionManager(manager)
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(timeout))
                        .setConnectionRequestTimeout(Timeout.of(timeout))
                        .build())
                .setUserAgent("Mandate-Webhooks/1")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableContentCompression()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
    }

    /** The client connects to what this returns, and resolves no name again. */
    private final class CheckedNames implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            InetAddress[] found = names.of(host);
            if (!Array.of(found).forAll(HttpWebhookSender.this::isAllowed)) {
                throw new RefusedAddressException(host);
            }
            return found;
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    private static final class RefusedAddressException extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        RefusedAddressException(String host) {
            super(host + " has an address that is not public");
        }
    }

    private boolean isAllowed(InetAddress address) {
        return PublicAddresses.isPublic(address) || (loopback == Loopback.ALLOWED && address.isLoopbackAddress());
    }

    @Override
    public boolean allows(WebhookUrl url) {
        return !url.isPlain() || (loopback == Loopback.ALLOWED && isLoopbackName(url.uri().getHost()));
    }

    private static boolean isLoopbackName(String host) {
        return host.equalsIgnoreCase("localhost") || host.equals("[::1]") || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    @Override
    public Option<Sent> send(Message message) {
        long begin = System.nanoTime();
        if (!allows(message.url())) {
            return Option.some(failed(message, begin, Fault.URL_REFUSED));
        }
        HttpPost request = request(message);
        Future<Answer> answer = threads.submit(() -> exchange(request));
        try {
            return Option.some(sent(message, begin, answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS)));
        } catch (TimeoutException e) {
            return Option.some(failed(message, begin, Fault.TIMEOUT));
        } catch (ExecutionException e) {
            return Option.some(failed(message, begin, fault(Option.of(e.getCause()).getOrElse(e))));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Option.none();
        } finally {
            // It closes the connection, whatever is on its way there. Otherwise the rest of the answer would be read.
            var unused = request.cancel();
        }
    }

    private record Answer(int status, Option<String> retryAfter) {}

    private Answer exchange(HttpPost request) throws IOException {
        ClassicHttpResponse response = http.executeOpen(null, request, null);
        return new Answer(response.getCode(), Option.of(response.getFirstHeader(HttpHeaders.RETRY_AFTER)).map(Header::getValue));
    }

    private static HttpPost request(Message message) {
        HttpPost request = new HttpPost(message.url().uri());
        String body = new String(message.body().toArray(), StandardCharsets.UTF_8);
        request.setHeaders(
                new BasicHeader("webhook-id", message.id()),
                new BasicHeader("webhook-timestamp", Long.toString(message.at().seconds())),
                new BasicHeader(
                        "webhook-signature",
                        message.secrets().map(secret -> signature(secret, message.id(), message.at().seconds(), body)).mkString(" ")),
                new BasicHeader(HttpHeaders.CONNECTION, "close"));
        request.setEntity(new ByteArrayEntity(message.body().toArray(), ContentType.APPLICATION_JSON));
        return request;
    }

    /** {@code v1,} and the HMAC-SHA256 of id, time and body. */
    static String signature(String secret, String id, long timestamp, String body) {
        try {
            return new Webhook(secret).sign(id, timestamp, body);
        } catch (EmptyWebhookSecretException | WebhookSigningException e) {
            throw new IllegalArgumentException("no secret of a webhook", e);
        }
    }

    private static Sent sent(Message message, long begin, Answer answer) {
        int status = answer.status();
        Option<Fault> fault = status / 100 == 2
                ? Option.none()
                : Option.some(status / 100 == 3 ? Fault.REDIRECT : Fault.STATUS);
        Option<Long> wait = answer.retryAfter().flatMap(value -> seconds(value, message.at().seconds()));
        return new Sent(new WebhookAttempt(message.at(), Option.some(status), millis(begin), fault), wait);
    }

    /** A number of seconds, or a date (RFC 9110, section 10.2.3). */
    private static Option<Long> seconds(String retryAfter, long now) {
        Option<Long> seconds = retryAfter.matches("\\d{1,9}")
                ? Option.some(Long.parseLong(retryAfter))
                : Option.of(DateUtils.parseStandardDate(retryAfter)).map(Instant::getEpochSecond).map(until -> until - now);
        return seconds.map(wait -> Math.clamp(wait, 0, LONGEST_WAIT_SECONDS));
    }

    private static Sent failed(Message message, long begin, Fault fault) {
        return new Sent(new WebhookAttempt(message.at(), Option.none(), millis(begin), Option.some(fault)), Option.none());
    }

    private static Fault fault(Throwable thrown) {
        return switch (thrown) {
            case RefusedAddressException refused -> Fault.ADDRESS_REFUSED;
            case UnknownHostException unknown -> Fault.UNKNOWN_HOST;
            case SSLException tls -> Fault.TLS;
            case InterruptedIOException slow -> Fault.TIMEOUT;
            default -> Fault.CONNECTION;
        };
    }

    private static long millis(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
        try {
            http.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            var unused = threads.shutdownNow();
        }
    }
}
