package dev.mandate.benchmarks.load;

import io.helidon.common.socket.SocketOptions;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * The HTTP server that Mandate stands on, with its settings, and nothing behind it: reads each request's body and answers as many bytes
 * as it was told at its start. Prints its port.
 */
public final class EchoServer {

    private EchoServer() {}

    /** Takes the length of its answers, in bytes. */
    public static void main(String[] arguments) {
        byte[] answer = new byte[Integer.parseInt(arguments[0])];
        Arrays.fill(answer, (byte) 'x');
        WebServer server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(0)
                .maxPayloadSize(-1)
                .writeQueueLength(0)
                .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                .routing(routing -> routing.any((request, response) -> echo(answer, request, response)))
                .build()
                .start();
        System.out.println("{\"event\":\"ready\",\"http_port\":" + server.port() + "}");
    }

    private static void echo(byte[] answer, ServerRequest request, ServerResponse response) {
        try (InputStream in = request.content().inputStream()) {
            int length = in.readAllBytes().length;
            response.header(HeaderNames.create("x-read"), Integer.toString(length));
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            response.send(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
