package dev.mandate.adapters.webhook;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The receiver of docs/webhooks.md. */
final class WebhookReceiver {

    private WebhookReceiver() {}

    static HttpServer start(int port, String secret, Consumer<String> handler) throws Exception {
        // tag::receiver
        var webhook = new com.standardwebhooks.Webhook(secret); // whsec_…
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/in", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            int status = 204;
            try {
                webhook.verify(body, exchange.getRequestHeaders()); // signature and time
                handler.accept(body); // remember the webhook-id: the same event may come again
            } catch (WebhookVerificationException forged) {
                status = 401;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        // end::receiver
        return server;
    }
}
