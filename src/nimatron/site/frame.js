// The script of the frame in which the code of readers runs: it starts a worker with what the page hands in, and leads
// its messages to the page. The frame belongs to no site, and its policy forbids all connections.

addEventListener("message", ({ source, data, ports: [port] }) => {
  if (source !== parent || !port) return;
  const script = new Blob([data.worker], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(script)); // browsers refuse modules to a frame of no site
  worker.addEventListener("message", (event) => port.postMessage(event.data));
  worker.addEventListener("error", (event) => port.postMessage({ failed: event.message ?? "no worker" }));
  port.onmessage = (event) => worker.postMessage(event.data);
  worker.postMessage(data);
});
