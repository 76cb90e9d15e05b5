import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The mock in JUnit 5: copy this file beside your tests.
 *
 * <pre>
 * class ShopTest {
 *   {@literal @}RegisterExtension final Tollgate tollgate = new Tollgate();
 *
 *   {@literal @}Test void fee() { assertEquals("2.43", new Shop(tollgate.url(), tollgate.token()).fee(100, "424242", "85004")); }
 * }
 * </pre>
 *
 * Each test has transactions of its own, and fails where the client broke a rule. TOLLGATE is the command that runs tollgate, such
 * as the path of the executable; by default {@code npx tollgate}.
 */
public final class Tollgate implements BeforeEachCallback, AfterEachCallback {
  private static final Pattern START = Pattern.compile("listens on (http\\S+)|TOLLGATE_TOKEN=(\\S+)");
  private static final Pattern VERDICT = Pattern.compile("\"verdict\"\\s*:\\s*\"nonconformant\"");
  private static final Pattern FAILED =
      Pattern.compile("\"id\": \"([^\"]+)\"[^{}]*\"outcome\": \"fail\",\\s*\"reason\": \"((?:[^\"\\\\]|\\\\.)*)\"");

  private String url;
  private String token;

  /** The address of the mock, for this test alone. */
  public String url() {
    return url;
  }

  public String token() {
    return token;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    Server server = context.getRoot().getStore(Namespace.GLOBAL)
        .getOrComputeIfAbsent(Server.class.getName(), key -> Server.start(), Server.class);
    url = server.url + "/w/" + UUID.randomUUID().toString().replace("-", "");
    token = server.token;
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/_tollgate/verdict")).build();
    String report = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    if (!VERDICT.matcher(report).find()) return;
    throw new AssertionError(
        FAILED.matcher(report).results().map(rule -> rule.group(1) + ": " + rule.group(2)).collect(Collectors.joining("\n")));
  }

  /** One mock for all tests; JUnit closes it at the end. */
  private static final class Server implements ExtensionContext.Store.CloseableResource {
    final Process process;
    String url;
    String token;

    Server(Process process) {
      this.process = process;
    }

    static Server start() {
      String command = System.getenv().getOrDefault("TOLLGATE", "npx tollgate");
      List<String> words = new ArrayList<>(List.of(command.split(" +")));
      words.addAll(List.of("mock", "--port", "0"));
      try {
        Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Server server = new Server(process);
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        BufferedReader output =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line; server.token == null && (line = output.readLine()) != null; ) server.read(line);
        if (server.token == null) throw new IllegalStateException("tollgate mock ended: its error is above");
        // A full pipe would stop the mock.
        Thread drain = new Thread(() -> output.lines().forEach(line -> {}));
        drain.setDaemon(true);
        drain.start();
        return server;
      } catch (IOException error) {
        throw new IllegalStateException("expected a command that runs tollgate in TOLLGATE, got " + command, error);
      }
    }

    private void read(String line) {
      Matcher found = START.matcher(line);
      if (!found.find()) return;
      if (found.group(1) != null) url = found.group(1);
      else token = found.group(2);
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }
}
