package encore.infra.standalone;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.rsocket.autoconfigure.RSocketServerAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts the command side as a process of its own, on MongoDB. {@code ./encore command} runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = RSocketServerAutoConfiguration.class) // Clients connect to gateways only.
@ComponentScan("encore.command")
@Import({LogStores.class, DemoAccount.class, LogMeters.class, CommandPort.class, ManagementPort.class})
public class CommandNode {

    public static void main(String[] args) {
        Launch.run(Part.COMMAND, CommandNode.class, args);
    }
}
