package dev.mandate.adapters.http.jetty;

import static dev.mandate.adapters.http.jetty.ServerFixture.service;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.HashSet;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server behind a real nginx with a plain {@code proxy_pass}. nginx then uses HTTP/1.0. */
class NginxTest {

    @Test
    void aPlainProxyPassWorks(@TempDir Path folder) throws Exception {
        Path nginx = installed();
        int port = freePort();
        try (JettyServer server =
                        JettyServer.start(service(), new JettyServer.Listening("127.0.0.1", 0, HashSet.of("127.0.0.1")));
                HttpClient client = HttpClient.newHttpClient()) {
            Path configuration = Files.writeString(
                    folder.resolve("nginx.conf"), configuration(folder, port, server.port()));
            Process process = new ProcessBuilder(
                            nginx.toString(), "-p", folder.toString(), "-e", folder.resolve("error.log").toString(), "-c", configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start();
            try {
                awaitListening(process, port, folder);

                HttpResponse<String> read = sent(client, port, "/seen", "");
                HttpResponse<String> fields = sent(client, port, "/fields", "{\"a\":1,\"b\":2}");
                HttpResponse<String> large = sent(client, port, "/fields", " ".repeat(300_000));
                HttpResponse<String> address = sent(client, port, "/client", "");

                assertEquals(200, read.statusCode(), read::body);
                assertEquals("/seen", read.body());
                assertEquals("{\"fields\":2}", fields.body());
                assertEquals(413, large.statusCode(), large::body);
                assertTrue(large.body().contains("body_too_large"), large::body);
                assertEquals("127.0.0.1", address.body());
            } finally {
                process.destroy();
                assertTrue(process.waitFor(20, TimeUnit.SECONDS));
            }
        }
    }

    private static String configuration(Path folder, int port, int upstream) {
        return """
            daemon off;
            worker_processes 1;
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            events {}
            http {
              access_log off;
              client_body_buffer_size 1m;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              server {
                listen 127.0.0.1:%2$d;
                location / {
                  proxy_pass http://127.0.0.1:%3$d;
                  proxy_set_header x-forwarded-for $proxy_add_x_forwarded_for;
                }
              }
            }
            """
                .formatted(folder, port, upstream);
    }

    private static HttpResponse<String> sent(HttpClient client, int port, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("content-type", "application/json")
                .method("GET", body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Without nginx the test is skipped, except in a build that requires everything. */
    private static Path installed() {
        Path nginx = Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of(""));
        boolean missing = nginx.toString().isEmpty();
        assertTrue(!missing || System.getenv("CI") == null, "nginx is not installed");
        Assumptions.assumeFalse(missing, "nginx is not installed");
        return nginx;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void awaitListening(Process nginx, int port, Path folder) throws Exception {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertTrue(socket.isConnected());
                return;
            } catch (ConnectException notYet) {
                assertTrue(nginx.isAlive(), Files.readString(folder.resolve("output")));
                Thread.sleep(20);
            }
        }
    }
}
