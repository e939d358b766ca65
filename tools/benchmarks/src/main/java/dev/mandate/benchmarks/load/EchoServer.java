package dev.mandate.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP server that Mandate stands on, with its settings, and nothing behind it: reads each request's body and answers as many bytes
 * as it was told at its start. Prints its port.
 */
public final class EchoServer {

    private EchoServer() {}

    /** Takes the length of its answers, in bytes. */
    public static void main(String[] arguments) throws Exception {
        byte[] answer = new byte[Integer.parseInt(arguments[0])];
        Arrays.fill(answer, (byte) 'x');
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setReservedThreads(0);
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, -1, new HttpConnectionFactory(http));
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.addConnector(connector);
        server.setHandler(new Echo(answer));
        server.start();
        System.out.println("{\"event\":\"ready\",\"http_port\":" + connector.getLocalPort() + "}");
    }

    private static final class Echo extends Handler.Abstract {

        private final byte[] answer;

        private Echo(byte[] answer) {
            this.answer = answer;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            try (InputStream in = Content.Source.asInputStream(request)) {
                response.getHeaders().put("x-read", Integer.toString(in.readAllBytes().length));
            }
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.write(true, ByteBuffer.wrap(answer), callback);
            return true;
        }
    }
}
