package encore.infra.standalone;

import encore.infra.standalone.demo.DemoAccount;
import encore.infra.standalone.management.ManagementPort;
import encore.infra.standalone.management.MeterUnits;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.stores.LogMeters;
import encore.infra.standalone.stores.LogStoreConfiguration;
import encore.infra.standalone.stores.WebhookMeters;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.rsocket.autoconfigure.RSocketServerAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts the command side as a process of its own, on MongoDB. {@code ./encore command} runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = RSocketServerAutoConfiguration.class) // Clients connect to gateways only.
@ComponentScan("encore.command")
@Import({
    LogStoreConfiguration.class,
    DemoAccount.class,
    LogMeters.class,
    WebhookMeters.class,
    CommandPort.class,
    ManagementPort.class,
    MeterUnits.class,
    MessagesConfiguration.class
})
public class CommandNode {

    public static void main(String[] args) {
        NodeLauncher.run(NodeRole.COMMAND, CommandNode.class, args);
    }
}
