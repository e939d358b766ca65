package dev.mandate.adapters.kms.aws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of AWS KMS's wire protocol (JSON 1.1) that the vault uses, on loopback. Errors have the shapes of the service. */
final class KmsStub implements AutoCloseable {

    private static final Pattern SIGV4 = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=[^/]+/[0-9]{8}/[a-z0-9-]+/kms/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}");
    private static final int LONGEST_MESSAGE = 4_096;

    private HttpServer server;
    private final Map<String, Key> byId = new ConcurrentHashMap<>();
    private final Map<String, Key> byAlias = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<String> scheduledForDeletion = new CopyOnWriteArrayList<>();
    private final AtomicInteger throttled = new AtomicInteger();
    private final AtomicInteger failingAliases = new AtomicInteger();
    private volatile boolean aliasesMadeUnseen;
    private volatile Option<Reply> only = Option.none();

    private KmsStub(HttpServer server) {
        this.server = server;
    }

    static KmsStub start() {
        KmsStub stub = new KmsStub(listening(0));
        stub.serve();
        return stub;
    }

    /** Listens at the same port, with the same keys, after it was closed. */
    void listenAgain() {
        server = listening(server.getAddress().getPort());
        serve();
    }

    private static HttpServer listening(int port) {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new IllegalStateException("no free port", e);
        }
    }

    private void serve() {
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        var unused = server.createContext("/", this::answer);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The next {@code calls} calls are throttled. */
    void throttle(int calls) {
        throttled.set(calls);
    }

    /** The next {@code calls} calls for an alias are answered with an error; the alias is made nevertheless if {@code made}. */
    void failAliases(int calls, boolean made) {
        aliasesMadeUnseen = made;
        failingAliases.set(calls);
    }

    /** Answers every call with this from now on. */
    void answerOnly(int status, String body) {
        only = Option.some(new Reply(status, body));
    }

    /** Answers every call again. */
    void answerAll() {
        only = Option.none();
    }

    /** The number of keys that are not scheduled for deletion. */
    int keysKept() {
        return byId.size() - scheduledForDeletion.size();
    }

    /** Schedules the key of an alias for deletion. */
    void scheduleDeletion(String alias) {
        scheduledForDeletion.add(found(alias).get().id());
    }

    /** Lets each alias mean the key of the other one. */
    void swap(String one, String other) {
        Key first = found(one).get();
        byAlias.putAll(Map.of(one, found(other).get(), other, first));
    }

    private record Key(String id, KeyPair pair) {}

    private record Reply(int status, String body) {}

    private static Reply ok(String body) {
        return new Reply(200, body);
    }

    private static Reply error(String type, String message) {
        return new Reply(400, "{\"__type\":\"" + type + "\",\"message\":\"" + message + "\"}");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = reply(exchange, body);
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.1");
            exchange.getResponseHeaders().set("x-amzn-RequestId", UUID.randomUUID().toString());
            exchange.sendResponseHeaders(reply.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has Ed25519", e);
        }
    }

    private Reply reply(HttpExchange exchange, String body) throws GeneralSecurityException {
        String authorization = Option.of(exchange.getRequestHeaders().getFirst("Authorization")).getOrElse("");
        if (!SIGV4.matcher(authorization).matches() || exchange.getRequestHeaders().getFirst("X-Amz-Date") == null) {
            return error("MissingAuthenticationTokenException", "Request is missing Authentication Token");
        }
        if (only.isDefined()) {
            return only.get();
        }
        if (throttled.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return error("ThrottlingException", "You have exceeded the rate at which you may call KMS. Reduce the frequency of your calls.");
        }
        return switch (exchange.getRequestHeaders().getFirst("X-Amz-Target")) {
            case "TrentService.CreateKey" -> create(body);
            case "TrentService.CreateAlias" -> alias(field(body, "AliasName"), field(body, "TargetKeyId"));
            case "TrentService.ScheduleKeyDeletion" -> schedule(field(body, "KeyId"));
            case "TrentService.DescribeKey" -> describe(field(body, "KeyId"));
            case "TrentService.DeleteAlias" ->
                byAlias.remove(field(body, "AliasName")) == null ? missing(field(body, "AliasName")) : ok("{}");
            case "TrentService.GetPublicKey" -> publicKey(field(body, "KeyId"));
            case "TrentService.Sign" -> sign(body);
            case null, default -> error("UnknownOperationException", "");
        };
    }

    private Reply create(String body) throws GeneralSecurityException {
        if (!field(body, "KeySpec").equals("ECC_NIST_EDWARDS25519") || !field(body, "KeyUsage").equals("SIGN_VERIFY")) {
            return error("ValidationException", "KeySpec " + field(body, "KeySpec"));
        }
        String id = UUID.randomUUID().toString();
        byId.put(id, new Key(id, KeyPairGenerator.getInstance("Ed25519").generateKeyPair()));
        return ok("{\"KeyMetadata\":{\"KeyId\":\"" + id + "\",\"Arn\":\"" + arn(id)
                + "\",\"KeySpec\":\"ECC_NIST_EDWARDS25519\",\"KeyUsage\":\"SIGN_VERIFY\",\"KeyState\":\"Enabled\"}}");
    }

    /** As the service does, it takes no alias, and no key that is scheduled already. */
    private Reply schedule(String id) {
        if (!byId.containsKey(id)) {
            return missing(id);
        }
        if (!scheduledForDeletion.addIfAbsent(id)) {
            return error("KMSInvalidStateException", arn(id) + " is pending deletion.");
        }
        return ok("{\"KeyId\":\"" + id + "\",\"KeyState\":\"PendingDeletion\",\"PendingWindowInDays\":7}");
    }

    private Reply describe(String name) {
        return found(name)
                .map(key -> ok("{\"KeyMetadata\":{\"KeyId\":\"" + key.id() + "\",\"KeyState\":\""
                        + (scheduledForDeletion.contains(key.id()) ? "PendingDeletion" : "Enabled") + "\"}}"))
                .getOrElse(() -> missing(name));
    }

    private Reply alias(String name, String key) {
        if (failingAliases.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            if (aliasesMadeUnseen) {
                byAlias.put(name, found(key).get());
            }
            return new Reply(500, "{\"__type\":\"KMSInternalException\",\"message\":\"\"}");
        }
        return byAlias.putIfAbsent(name, found(key).get()) == null
                ? ok("{}")
                : error("AlreadyExistsException", "An alias with the name arn:aws:kms:eu-central-1:111122223333:" + name + " already exists");
    }

    private Reply publicKey(String name) {
        return found(name)
                .map(key -> ok("{\"KeyId\":\"" + arn(key.id()) + "\",\"PublicKey\":\""
                        + Base64.getEncoder().encodeToString(key.pair().getPublic().getEncoded())
                        + "\",\"KeySpec\":\"ECC_NIST_EDWARDS25519\",\"SigningAlgorithms\":[\"ED25519_SHA_512\",\"ED25519_PH_SHA_512\"]}"))
                .getOrElse(() -> missing(name));
    }

    private Reply sign(String body) throws GeneralSecurityException {
        byte[] message = Base64.getDecoder().decode(field(body, "Message"));
        if (!field(body, "SigningAlgorithm").equals("ED25519_SHA_512") || !field(body, "MessageType").equals("RAW")) {
            return error("InvalidKeyUsageException", field(body, "SigningAlgorithm") + " " + field(body, "MessageType"));
        }
        if (message.length > LONGEST_MESSAGE) {
            return error("ValidationException", "1 validation error detected: Value at 'message' failed to satisfy constraint");
        }
        Option<Key> key = found(field(body, "KeyId"));
        if (key.isEmpty()) {
            return missing(field(body, "KeyId"));
        }
        if (scheduledForDeletion.contains(key.get().id())) {
            return error("KMSInvalidStateException", arn(key.get().id()) + " is pending deletion.");
        }
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(key.get().pair().getPrivate());
        signer.update(message);
        return ok("{\"KeyId\":\"" + arn(key.get().id()) + "\",\"Signature\":\"" + Base64.getEncoder().encodeToString(signer.sign())
                + "\",\"SigningAlgorithm\":\"ED25519_SHA_512\"}");
    }

    private Option<Key> found(String name) {
        Map<String, Key> keys = name.startsWith("alias/") ? byAlias : byId;
        return Option.of(keys.get(name));
    }

    private static Reply missing(String name) {
        return error("NotFoundException", "Alias arn:aws:kms:eu-central-1:111122223333:" + name + " is not found.");
    }

    private static String arn(String id) {
        return "arn:aws:kms:eu-central-1:111122223333:key/" + id;
    }

    /** The text of a member; empty if it is missing. No member here needs an escape. */
    private static String field(String json, String name) {
        Matcher member = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        return member.find() ? member.group(1) : "";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
