/** Which addresses are on the public internet and not on someone's own network or machine. Pure. */
import { BlockList, isIP } from 'node:net';

/** IANA's IPv4 Special-Purpose Address Registry, with multicast. The last one is where Azure answers its own machines. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
];

/** All addresses that are assigned, and which of them lead elsewhere: tunnels to IPv4, examples, protocols. */
const given6 = ['2000::/3'];
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const never4 = listOf(special4, 'ipv4');
const only6 = listOf(given6, 'ipv6');
const never6 = listOf(special6, 'ipv6');

function listOf(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

/** Also false for a host name, which doesn't say where it leads. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !never4.check(address, 'ipv4');
  return (
    isIP(address) === 6 &&
    !address.includes('%') &&
    only6.check(address, 'ipv6') &&
    !never6.check(address, 'ipv6')
  );
}
